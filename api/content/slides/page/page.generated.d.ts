/** The page's script and style sheet, each as one text that may stand in its element. */
export declare const SCRIPT: string;
export declare const STYLE: string;
