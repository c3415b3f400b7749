import { z } from 'zod';
export const a = z;
