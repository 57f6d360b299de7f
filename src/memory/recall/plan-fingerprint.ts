/** The name of a plan in memory: the same plan has the same one in every task. */
import { createHash } from 'node:crypto';

/** `text` is the fingerprint that a manifest carries, which is as long as its plan. */
export const planFingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
