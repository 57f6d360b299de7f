/** Loaded before the command: its clock is SHIFT_MS ahead, or behind. */
const { now } = Date;
const ahead = Number(process.env.SHIFT_MS);
Date.now = () => now() + ahead;
