export const act = (value: any) => value as string;
