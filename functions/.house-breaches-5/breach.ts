import '#web/main.tsx';
