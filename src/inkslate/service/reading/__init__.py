"""Reading of bodies in processes that can be ended: whatever a reader does, the service goes on."""
