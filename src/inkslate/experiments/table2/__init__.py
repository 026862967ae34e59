"""The paper's Table 2, measured again: from runs to a table in Markdown, HTML and plain values."""
