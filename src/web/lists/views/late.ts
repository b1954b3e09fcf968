/** What a list has beside its rows, fetched after them: one script. */
export { ColumnsMenu } from './ColumnsMenu.tsx';
export { ViewsRow } from './ViewsRow.tsx';
