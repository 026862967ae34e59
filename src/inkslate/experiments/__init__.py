"""The paper's table, benchmarks, reference models and figures."""
