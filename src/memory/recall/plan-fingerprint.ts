/** The name of a plan in memory; the same plan has the same name in every task. */
import { createHash } from 'node:crypto';

/** `text` is the fingerprint in a manifest, which is as long as the plan. */
export const planFingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
