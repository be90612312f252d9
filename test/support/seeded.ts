import fc from 'fast-check';

/**
 * Random tests are the same in every run, so that a red one speaks of the change and not of luck. `SEED=…` looks
 * elsewhere (docs/development.md).
 */
const SEED = Number(process.env['SEED'] ?? 20_261_121);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
