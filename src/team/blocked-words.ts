/** Why a task is blocked, for people: without the leading word that tells code and scripts the kind of block. Pure. */
export const blockedWords = (reason: string): string => reason.replace(/^(?:review_stuck|review_deadlock|hypothesis_exhaustion): /, '');
