#include "CWoff2.h"
