"""The words that egvar knows, as data: one module by kind. A new word is one entry here and one test."""
