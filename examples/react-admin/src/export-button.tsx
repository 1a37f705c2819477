import DownloadIcon from '@mui/icons-material/GetApp';
import { Button, downloadCSV, useDataProvider, useListContext, useNotify } from 'react-admin';

/** Downloads all records of the list, as it is filtered and sorted. The service writes the CSV. */
export function ExportButton() {
  const { resource, sort, filterValues } = useListContext();
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const download = async () => {
    try {
      downloadCSV(await dataProvider.exportCsv(resource, { sort, filter: filterValues }), resource);
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    }
  };
  return (
    <Button label="ra.action.export" onClick={() => void download()}>
      <DownloadIcon />
    </Button>
  );
}
