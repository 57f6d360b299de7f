/** Writes docs/messages.md. */
import { writeFileSync } from 'node:fs';
import { messageReference } from './message-reference.ts';

writeFileSync(new URL('../docs/messages.md', import.meta.url), messageReference());
