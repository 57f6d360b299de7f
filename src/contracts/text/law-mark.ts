/** What a refusal by the first law begins with, wherever it is shown (SPEC §5). */
export const law1Mark = '[LAW1] ';
