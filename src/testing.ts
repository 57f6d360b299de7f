/** `artoo/testing`: the one fake model, for tests of code that runs tasks. */
export { type Cassette, type CassetteLine, createCassette as scriptedModel } from './effects/cassette.ts';
