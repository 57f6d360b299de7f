import { join } from 'node:path';

/** Where the memory lies below the data folder. */
export const memoryFolder = (data: string): string => join(data, 'memory');
