/** The parts of a list screen that load after its rows, as one script. */
export { ColumnsMenu } from './ColumnsMenu.tsx';
export { SavedViewsRow } from './SavedViewsRow.tsx';
