import * as z from 'zod';
export const a = z;
