"""(docstring)"""
