/**
 * Who can send and receive. Six roles run in the loop of a task; memory (R5) answers from outside the loop; the auditor (R6) reads journals and
 * answers only to the person.
 */
import { z } from 'zod';

export const RoleId = z.enum(['R1', 'R2', 'R3', 'R4a', 'R4b', 'R5', 'R6', 'R7']);
export type RoleId = z.infer<typeof RoleId>;

export const Party = z.enum([...RoleId.options, 'User', 'Host']).meta({ id: 'Party', description: 'A role, the person, or the host.' });
export type Party = z.infer<typeof Party>;
