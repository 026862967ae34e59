"""Layout from geometry and marks: rows, columns, boxes, marks, nesting."""
