import fc from 'fast-check';

// Scores can be compared only if each run uses the same random values.
fc.configureGlobal({ seed: 20_260_101 });
