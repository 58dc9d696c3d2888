"""Pictures of boards, and charts, as SVG and HTML."""
