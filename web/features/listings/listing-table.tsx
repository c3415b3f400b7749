import { Table, TableBody, TableCell, TableHead, TableRow } from '@aws-amplify/ui-react';
import type { ReactNode } from 'react';
import { Loading } from '#web/ui/skeleton.tsx';
import '#web/features/listings/listing-table.css';

interface ListingTableProps {
  caption: string;
  columns: readonly string[];
  /** Selects the column widths, for several tables below each other. */
  widths?: 'parcels';
  /** The rows; on a phone each is a card whose cells carry their column's name (`data-column`). */
  children: ReactNode;
}

/** Listings under their columns' names, the last column without a visible one. */
export const ListingTable = ({ caption, columns, widths, children }: ListingTableProps) => (
  <Table className={`listing-table ${widths ? `listing-table--${widths}` : ''}`}>
    <caption className="visually-hidden">{caption}</caption>
    <TableHead>
      <TableRow>
        {columns.map((column) => (
          <TableCell as="th" key={column} scope="col">
            {column}
          </TableCell>
        ))}
        <TableCell as="th" scope="col">
          <span className="visually-hidden">Actions</span>
        </TableCell>
      </TableRow>
    </TableHead>
    <TableBody>{children}</TableBody>
  </Table>
);

export const ListingTableSkeleton = () => (
  <Loading>
    <div className="listing-table-skeleton">
      {['a', 'b', 'c', 'd'].map((key) => (
        <span key={key} className="skeleton" aria-hidden="true" />
      ))}
    </div>
  </Loading>
);
