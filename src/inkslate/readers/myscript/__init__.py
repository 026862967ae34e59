"""What MyScript's recogniser gives: the content of JIIX, and of the pages of a Supernote."""
