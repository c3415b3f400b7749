import '#web/forms/field.tsx';
