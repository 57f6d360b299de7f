/** The text that a refusal by Law 1 begins with, wherever it is shown (SPEC §5). */
export const law1Mark = '[LAW1] ';
