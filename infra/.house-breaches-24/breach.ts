import '#test/support/table.ts';
