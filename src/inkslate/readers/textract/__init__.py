"""Amazon Textract."""
