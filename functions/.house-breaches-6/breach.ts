import '#infra/app.ts';
