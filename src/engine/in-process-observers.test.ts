import { observersSuite } from '../../test/support/observers-suite.ts';
import type { Entry } from '../journal/entry.ts';
import { createInProcessObservers } from './in-process-observers.ts';

observersSuite('in one process', async () => createInProcessObservers<Entry>());
