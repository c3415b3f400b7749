import type { ReactNode } from 'react';
import { Loading } from '#web/ui/skeleton.tsx';
import '#web/features/listings/listing-table.css';

type ListingTableProps = {
  caption: string;
  /** Without the last one, what can be done with a row. */
  columns: readonly string[];
  /** The rows; on a phone each is a card whose cells carry their column's name (`data-column`). */
  children: ReactNode;
};

/** Listings under their columns' names, the last column without a visible one. */
export const ListingTable = ({ caption, columns, children }: ListingTableProps) => (
  <table className="listing-table">
    <caption className="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        <th scope="col">
          <span className="visually-hidden">Actions</span>
        </th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

/** While the listings are on their way. */
export const ListingTableSkeleton = () => (
  <Loading>
    <div className="listing-table-skeleton">
      {['a', 'b', 'c', 'd'].map((key) => (
        <span key={key} className="skeleton" aria-hidden="true" />
      ))}
    </div>
  </Loading>
);
