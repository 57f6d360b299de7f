/** Writes the tables of bench/README.md. */
import { writeTables } from '../bench/tables.ts';

writeTables();
