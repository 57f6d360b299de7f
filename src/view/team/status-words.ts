/** A status or an event of the board as a person would say it: `ready for review`. Pure. */
export const statusWords = (status: string): string => status.toLowerCase().replaceAll('_', ' ');
