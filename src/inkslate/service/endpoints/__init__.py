"""The endpoints, one module a group of routes."""
