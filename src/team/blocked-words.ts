/** Why a task is blocked, for people: without the word in front by which code and scripts know the kind of block. Pure. */
export const blockedWords = (reason: string): string => reason.replace(/^(?:review_stuck|review_deadlock|hypothesis_exhaustion): /, '');
