"""A vault: a folder of notes, and one list of what is still open in them.

notes -> NoteState (tasks of one note) -> merge with the last run -> VaultList -> list file, then state file
"""
