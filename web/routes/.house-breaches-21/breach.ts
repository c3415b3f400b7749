import '#web/app/pages.ts';
