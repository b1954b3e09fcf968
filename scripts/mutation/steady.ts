import fc from 'fast-check';

// A score that can be compared from run to run needs the same values each time.
fc.configureGlobal({ seed: 20_260_101 });
