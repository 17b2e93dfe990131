import CustomDump
