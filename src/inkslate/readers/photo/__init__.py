"""Photos and screenshots of notes: experimental."""
