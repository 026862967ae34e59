"""The model: schemes, layout, windows, tokenizer, bundles, backends and predictors."""
