/** Where the program of the thread that reads workbooks lies; written exactly like this for the build, as in ../database/workerLocation.ts. */
export const sheetWorkerLocation = new URL('./sheetWorker.js', import.meta.url)
