"""Board pictures, charts and tables as SVG and HTML."""
