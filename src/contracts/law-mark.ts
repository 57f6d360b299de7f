/** What a refusal by the first law begins with, wherever it is told (SPEC §5). */
export const law1Mark = '[LAW1] ';
