/** The name of a plan in memory, which is the same in every task. */
import { createHash } from 'node:crypto';

/** `text` is the fingerprint in a manifest, which is as long as the plan. */
export const planFingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
