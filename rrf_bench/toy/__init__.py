"""The toy: a small agent and its backbone, trained on text that is made here."""
