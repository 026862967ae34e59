"""Learning from one person's corrected boards on top of a finished model; needs no torch and no extra."""
