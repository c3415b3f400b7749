import '#web/ui/badge.tsx';
